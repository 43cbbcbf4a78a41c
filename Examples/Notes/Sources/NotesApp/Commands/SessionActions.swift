internal import NotesAccounts
internal import NotesCommandLine
internal import NotesStorage
internal import Stitcher

/// Signs somebody in.
struct SignInAction: Action {
  /// The name of the account.
  let name: String

  /// Whether the account is made if there is none.
  let isCreating: Bool

  /// Where the outcome goes.
  let console: any Console

  /// Signs people in and out.
  @Injected var accounts: AccountService

  /// Signs in, and counts the notes of the account.
  func run() async throws {
    let account = try accounts.signIn(name, creating: isCreating)
    let store: any NoteStore = try DependencyGraph.inject()
    let count = try store.count()
    console.write(
      "\(console.style.good("Signed in")) as \(account.name): \(count) "
        + (count == 1 ? "note." : "notes."))
  }
}

/// Signs out whoever is signed in.
struct SignOutAction: Action {
  /// Where the outcome goes.
  let console: any Console

  /// Signs people in and out.
  @Injected var accounts: AccountService

  /// Signs out; nothing of the account can be injected from then on.
  func run() async throws {
    let account = try accounts.signOut()
    console.write("\(console.style.good("Signed out")) \(account.name).")
  }
}
