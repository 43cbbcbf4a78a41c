import Foundation
import StitcherModel

/// Runs random programs with new seeds for some time, or the programs of given seeds.
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
