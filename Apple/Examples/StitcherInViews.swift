// check-apple: from 18 -swift-version 6
// Stitcher in views, in Swift 6 mode.

import Foundation
import Observation
import Stitcher
import SwiftUI

protocol Accounts: AnyObject, Sendable {
  var userName: String { get }
}

final class AccountService: Accounts {
  let userName = "Ada"
}

@MainActor @Observable final class Draft {
  var text = ""
  @ObservationIgnored @Injected private var accounts: any Accounts
  var author: String { accounts.userName }
}

let sampleContainer = DependencyContainer {
  Dependency { AccountService() }
    .conforms(to: (any Accounts).self)
}

@main struct NotesApp: App {
  @Dependencies private var container = DependencyContainer {
    Dependency { AccountService() }
      .conforms(to: (any Accounts).self)
  }

  var body: some Scene {
    WindowGroup {
      ProfileView()
        .dependencies { Dependency { @MainActor in Draft() } }
        .dependencies(sampleContainer)
    }
  }
}

struct ProfileView: View {
  @InjectedState private var accounts: any Accounts
  @InjectedState private var others: [any Accounts]
  @InjectedState private var guest: (any Accounts)?
  @InjectedState(name: "drafts") private var named: Draft
  @InjectedState(value: 7) private var seventh: Draft
  @InjectedState(Injected(name: "drafts", 7)) private var made: Draft
  @Injected private var once: any Accounts
  @State private var draft = Draft()

  var body: some View {
    Text(accounts.userName)
    TextField("Draft", text: $named.text)
    TextField("Draft", text: $draft.text)
    Text("\(others.count) others, \(guest?.userName ?? "") \(once.userName)")
    Text(seventh.text + made.text)
    InboxView()
  }
}

/// Is made asynchronously.
final class Library: Sendable {
  let title: String
  init(title: String) { self.title = title }
  static let sample = Library(title: "Sample")
}

struct LibraryView: View {
  @InjectedState private var library: Library?
  @InjectedState(placeholder: .sample) private var sampled: Library
  @InjectedState(name: "old", placeholder: nil) private var old: Library?
  @InjectedState(value: 7, placeholder: Library(title: "Seventh")) private var seventh: Library
  @InjectedState(placeholder: Draft()) private var draft: Draft
  @InjectedState private var all: [Library]
  @State private var problem = ""

  var body: some View {
    Text((library?.title ?? "Opening…") + sampled.title + (old?.title ?? "") + seventh.title)
    TextField("\(all.count)", text: $draft.text)
      .task { try? await $library.load() }
      .task { await load() }
  }

  private func load() async {
    do {
      try await $sampled.load()
      try await $old.load()
      try await $seventh.load()
      try await $draft.load()
      try await $all.load()
    } catch {
      problem = "\(error)"
    }
  }
}

struct InboxView: View {
  @Environment(\.dependencies) private var dependencies

  var body: some View {
    if let accounts = dependencies[(any Accounts).self] {
      Text(accounts.userName)
    } else if let draft = try? dependencies.inject(byName: "drafts") as Draft {
      Text(draft.text)
    } else {
      Text("Please sign in.")
    }
  }
}

struct InboxViewPreviews: PreviewProvider {
  static var previews: some View {
    InboxView().dependencies(sampleContainer)
    InboxView().dependencies {
      Dependency { AccountService() }
        .conforms(to: (any Accounts).self)
      if sampleContainer == .empty { NSObject() }
    }
  }
}

struct GraphViewPreviews: PreviewProvider {
  static let graph = DependencyGraph.process.isolated { sampleContainer }

  static var previews: some View {
    GraphView().dependencies(graph)
    DependencyGraphReader { graph in
      ProfileView()
      if graph.name == "preview" { InboxView().dependencies(graph.child()) }
    }
    .modifier(PlainModifier())
    .dependencies { AccountService() }
  }
}

struct GraphView: View {
  @Environment(\.dependencies) private var dependencies
  private var graph: DependencyGraph { dependencies.graph }

  var body: some View {
    Button("Count") { graph.run { _ = try? DependencyGraph.inject() as [any Accounts] } }
    graph.run { Text(graph.name ?? "") }
  }
}

struct PlainModifier: ViewModifier {
  func body(content: Content) -> some View { content.dependencies(.process) }
}

/// What `#Preview` takes; the macro itself is not there on other systems.
@MainActor let traits: [PreviewTrait<Preview.ViewTraits>] = [
  .dependencies(sampleContainer),
  .dependencies { AccountService() },
]
