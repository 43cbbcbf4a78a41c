import StitcherMacros
import Testing
protocol Mail: Sendable {}
protocol Other {}
@Registerable(as: (any Mail).self, (any Other).self)
final class Mailer: Mail, Other { 
  init() {} }
@Registerable(as: .conformances) @MainActor
final class MMailer: Mail {
  let id: Int
  let b: String
  init(id: Int, b: String) { self.id = id; self.b = b } 
}
@InjectedInitializer(ignoring: "title") @Registerable
final class Inbox: Sendable { let mail: any Mail; let all: [any Mail]; let title: String; let opt: MMailer? }
final class P { @InjectedParameters(ignoring: "x") init(m: any Mail, x: Int) {}
 @InjectedParameters(ignoring: "x")  func f(_ m: any Mail, x: inout Int) async throws { x = 2 } }
@Test func a() throws {
  let c = DependencyContainer { Mailer.dependencyRegistration; MMailer.dependencyRegistration; Inbox.dependencyRegistration }
  DependencyGraph.activate(c)
  let i: Inbox = try DependencyGraph.inject(parameters: "x")
  print(i.mail)
  _ = P(x: 2)
  print(Mailer.dependencyRegistration)
}
