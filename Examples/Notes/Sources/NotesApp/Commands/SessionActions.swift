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

  /// What the session belongs to.
  let composition: Composition

  /// Where the outcome goes.
  let console: any Console

  /// Signs people in and out.
  @Injected var accounts: AccountService

  /// Signs in, waits for the services of the account, and counts its notes.
  func run() async throws {
    let account = try accounts.signIn(name, creating: isCreating)
    await composition.sessionDidSettle()
    let store: any NoteStore = try DependencyGraph.inject()
    let count = try store.count()
    console.write(
      "\(console.style.good("Signed in")) as \(account.name): \(count) "
        + (count == 1 ? "note." : "notes."))
  }
}

/// Signs out whoever is signed in.
struct SignOutAction: Action {
  /// What the session belongs to.
  let composition: Composition

  /// Where the outcome goes.
  let console: any Console

  /// Signs people in and out.
  @Injected var accounts: AccountService

  /// Signs out and waits until the services of the account are gone.
  func run() async throws {
    let account = try accounts.signOut()
    await composition.sessionDidSettle()
    console.write("\(console.style.good("Signed out")) \(account.name).")
  }
}
