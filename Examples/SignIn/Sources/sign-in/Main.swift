internal import SignIn

/// A program that signs in, out, and in again.
@main
@MainActor
enum Main {
  static func main() async {
    let greeter = Greeter()
    greeter.start()
    let visit = Visit()
    visit.signIn("Ada", password: "wrong")
    await visit.settle { visit.signIn("Ada", password: "adA") }
    await visit.settle { visit.signOut() }
    await visit.settle { visit.signIn("Grace", password: "ecarG") }
    greeter.stop()
  }
}
