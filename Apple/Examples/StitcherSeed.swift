// check-apple: -swift-version 5
// What programs for Stitcher 1.1 look like where they follow publishers, in the language mode that
// they are written in. The containers are those of its README, which had no ids: in your own, what
// belongs to who is signed in is in a 'DependencyGroup(for:)'.

import Combine
import Foundation
import Stitcher

class LogoutService {}

class ObservableModel: ObservableObject {
  static let shared = ObservableModel()
  @Published var isLoggedIn = false
}

let authenticationStateChangedPublisher = PassthroughSubject<Void, Never>()
let principalChangedPublisher = PassthroughSubject<Void, Never>()
let nameChangedPublisher = CurrentValueSubject<String, Never>("")

func containers() -> [DependencyContainer] {
  [
    // Invalidate the dependency container when the shared instance of AppModel changes:
    DependencyContainer {

      if ObservableModel.shared.isLoggedIn {
        Dependency {
          LogoutService()
        }
      }

    }
    .invalidated(tracking: ObservableModel.shared),

    // Invalidate the dependency container when the authenticationStateChangedPublisher
    // receives an event:
    DependencyContainer {

      if ObservableModel.shared.isLoggedIn {
        Dependency {
          LogoutService()
        }
      }

    }
    .invalidated(tracking: authenticationStateChangedPublisher)
    .invalidated(tracking: nameChangedPublisher.dropFirst()),

    DependencyContainer {
      Dependency {
        UserAccountManager()
      }
      .scope(.managed(by: principalChangedPublisher))
    },
  ]
}

class UserAccountManager {}
class AuthenticationService { func attemptLogin(email: String, password: String) async {} }
class ImageUploadService { func upload(_ image: Data) async {} }

enum ImageUploadLocation: Hashable {
  case profileAvatar
}

class LoginSceneViewModel: ObservableObject {

  @Injected
  private var authenticationService: AuthenticationService

  func login(email: String, password: String) async {
    await authenticationService.attemptLogin(email: email, password: password)
  }
}

class ProfileSceneViewModel: ObservableObject {

  @Injected(ImageUploadLocation.profileAvatar)
  private var avatarUploadService: ImageUploadService

  func upload(image: Data) async {
    await avatarUploadService.upload(image)
  }
}

class Listener {
  var cancellables: Set<AnyCancellable> = []
  let subscription = DependencyGraph.graphChangedPublisher.sink {}

  init() {
    DependencyGraph.graphChangedPublisher
      .receive(on: DispatchQueue.main)
      .sink { _ in print("The graph has changed.") }
      .store(in: &cancellables)
    subscription.cancel()
  }
}
