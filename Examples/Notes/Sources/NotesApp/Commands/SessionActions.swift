internal import NotesAccounts
internal import NotesCommandLine
internal import NotesStorage
internal import Stitcher

/// Signs an account in.
struct SignInAction: Action {
  /// The name of the account.
  let name: String

  /// Whether a missing account is created.
  let isCreating: Bool

  /// The destination of the output.
  let console: any Console

  /// The service that signs accounts in and out.
  @Injected var accounts: AccountService

  /// Signs the account in, and counts its notes.
  func run() async throws {
    let account = try accounts.signIn(name, creating: isCreating)
    let store: any NoteStore = try DependencyGraph.inject()
    let count = try store.count()
    console.write(
      "\(console.style.good("Signed in")) as \(account.name): \(count) "
        + (count == 1 ? "note." : "notes."))
  }
}

/// Signs the current account out.
struct SignOutAction: Action {
  /// The destination of the output.
  let console: any Console

  /// The service that signs accounts in and out.
  @Injected var accounts: AccountService

  /// Signs the account out. Its dependencies can no longer be injected.
  func run() async throws {
    let account = try accounts.signOut()
    console.write("\(console.style.good("Signed out")) \(account.name).")
  }
}
