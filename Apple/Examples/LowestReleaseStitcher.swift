// check-apple: -swift-version 6
// Stitcher and its macros on the lowest releases: iOS 13, macOS 10.15, tvOS 13 and watchOS 6.

import Combine
import Foundation
import Stitcher
import StitcherMacros
import SwiftUI

protocol Accounts: AnyObject, Sendable {
  var userName: String { get }
}

final class AccountService: Accounts {
  let userName = "Ada"
  func close() async throws {}
}

@Intercepted
protocol NoteStore: Sendable {
  func save(_ text: String) async throws
}

struct FileNoteStore: NoteStore {
  func save(_ text: String) async throws {}
}

@Registerable(scope: .singleton)
@InjectedInitializer(ignoring: "title")
final class Inbox: Sendable {
  let accounts: any Accounts
  let title: String

  @Teardown(withinSeconds: 5)
  func close() async throws {}
}

@Registerable(scope: .singleton)
final class Journal: Sendable {
  init() {}

  @Teardown
  func close() throws {}
}

@MainActor final class Session: ObservableObject {
  static let shared = Session()
  @Published var user: String?
}

@MainActor final class Draft: ObservableObject {
  @Published var text = ""
  @Injected private var accounts: any Accounts
  var author: String { accounts.userName }
}

@MainActor let signedOut = PassthroughSubject<Void, Never>()

@MainActor func makeContainer() -> DependencyContainer {
  DependencyContainer {
    DependencyGroup(for: Session.shared.user) { user in
      Dependency { user }.named("user")
    }
    Dependency { AccountService() }
      .conforms(to: (any Accounts).self)
      .scope(.managed(by: signedOut))
      .teardown(withinSeconds: 2.5) { service in try await service.close() }
    Dependency { @MainActor in Draft() }
    Dependency { () async throws -> Journal in Journal() }
      .teardown { journal in try journal.close() }
    Dependency { (title: String, size: Int) in "\(title) \(size)" }
    Inbox.dependencyRegistration
    Dependency { () -> any NoteStore in
      InterceptedNoteStore(
        FileNoteStore(),
        by: InvocationObserver { invocation, outcome in
          print(invocation, outcome.durationInSeconds, outcome.error as Any)
        })
    }
  }
  .invalidated(tracking: Session.shared)
  .invalidated(tracking: signedOut)
}

@MainActor func use() async throws {
  let graph = DependencyGraph.process.child(named: "session") { makeContainer() }
  graph.recordCreations()
  let accounts: any Accounts = try graph.inject()
  let title: String = try graph.inject(byType: String.self, parameters: "Ada", 3)
  let journal: Journal = try await graph.injectAsync()
  try graph.verify()
  let report = graph.creationReport(slowerThanSeconds: 0.02)
  print(accounts, title, journal, report.slow.map(\.ownDurationInSeconds))
  let watch = graph.observe { event in
    if case .created(let creation) = event { print(creation.durationInSeconds) }
  }
  watch.cancel()
  for await event in graph.events { print(event) }
  do {
    try await graph.end()
  } catch let error as TeardownError {
    for case let timeout as TeardownError.Timeout in error.failures.map(\.error) {
      print(timeout.limitInSeconds)
    }
  }
}

struct ProfileView: View {
  @InjectedState private var accounts: any Accounts
  @InjectedState(name: "user") private var user: String?
  @InjectedState private var journal: Journal?
  @ObservedObject private var draft = try! DependencyGraph.inject() as Draft
  @Environment(\.dependencies) private var dependencies

  var body: some View {
    VStack {
      Text(accounts.userName + (user ?? ""))
      TextField("Draft", text: $draft.text)
      Button("Open") { Task { try await $journal.load() } }
      if let accounts = dependencies[(any Accounts).self] { Text(accounts.userName) }
    }
    .onReceive(DependencyGraph.graphChangedPublisher) { print("The graph has changed.") }
  }
}

struct ProfileViewPreviews: PreviewProvider {
  static var previews: some View {
    ProfileView().dependencies {
      Dependency { AccountService() }
        .conforms(to: (any Accounts).self)
    }
  }
}
