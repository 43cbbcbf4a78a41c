import Foundation
import StitcherToolKit
import Testing

/// The modules that the tools recognize as the library's own code.
struct LibraryModulesTests {
  @Test func theyAreThoseOfThePackage() throws {
    var package = URL(filePath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let folders = try ["Sources", "Plugins"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        at: package.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
    }
    let modules =
      try folders
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .map { $0.lastPathComponent.replacing("-", with: "_") }
    #expect(LibraryModules.all == Set(modules))
  }
}
