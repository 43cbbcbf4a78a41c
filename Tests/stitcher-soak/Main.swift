import Foundation
import StitcherModel

/// Runs programs with fresh seeds for some time, or those of given seeds.
@main struct Main {
  static func main() {
    let options = Options(CommandLine.arguments.dropFirst())
    var soak = Soak(options)
    soak.run()
    print("\n\(soak.table)")
    if let failure = soak.failure {
      print("\n\(failure)")
      exit(1)
    }
  }
}
