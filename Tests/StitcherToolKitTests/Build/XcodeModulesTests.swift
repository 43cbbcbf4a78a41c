import Foundation
import StitcherSyntax
import StitcherToolKit
import Testing

/// The modules that script phases of Xcode record, with made-up build settings.
@Suite struct XcodeModulesTests {
  /// The build settings of a target.
  private func settings(
    _ package: ScratchPackage, _ module: String, type: String
  ) throws -> [String: String] {
    let objects = package.root + "/objects/\(module)"
    try package.write(
      "\(package.root)/Sources/\(module)/A\\ B.swift\n",
      to: "objects/\(module)/x86/\(module).SwiftFileList")
    return [
      "PRODUCT_MODULE_NAME": module, "ARCHS": "arm64 x86", "NATIVE_ARCH": "x86",
      "OBJECT_FILE_DIR_normal": objects, "OBJROOT": package.root + "/objects",
      "BUILT_PRODUCTS_DIR": package.root + "/Modules", "TOOLCHAIN_DIR": "/toolchain",
      "PRODUCT_TYPE": "com.apple.product-type.\(type)", "SDKROOT": "/sdk", "SWIFT_VERSION": "6.0",
      "LLVM_TARGET_TRIPLE_OS_VERSION": "ios16.0", "LLVM_TARGET_TRIPLE_SUFFIX": "-simulator",
      "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG FAST", "OTHER_SWIFT_FLAGS": "-Xcc '-a b'",
      "SRCROOT": package.root, "ENABLE_TESTABILITY": "YES",
    ]
  }

  @Test func `phases record modules, and that of the application checks`() throws {
    let package = try ScratchPackage()
    let options = try ToolOptions(["check", "--xcode"])
    let core = try settings(package, "Core", type: "framework")
    #expect(try ToolCommand.xcodePhase(options, core) == nil)
    let app = try settings(package, "App", type: "application")
    let phase = try #require(try ToolCommand.xcodePhase(options, app))
    #expect(phase.product == "App")
    #expect(phase.packagePath == package.root)
    let modules = try XcodeModules.read(try #require(phase.modulesPath))
    #expect(modules.map(\.name) == ["App", "Core"])
    #expect(modules.map(\.isExecutable) == [true, false])
    #expect(modules[0].dependencies == ["Core"])
    #expect(modules[0].sources == [package.root + "/Sources/App/A B.swift"])
    #expect(modules[0].compiler == "/toolchain/usr/bin/swiftc")
    #expect(
      modules[0].arguments == [
        "-sdk", "/sdk", "-target", "x86-apple-ios16.0-simulator", "-F", package.root + "/Modules",
        "-swift-version", "6", "-D", "DEBUG", "-D", "FAST", "-enable-testing", "-Xcc", "-a b",
      ])
  }

  @Test func `outside of Xcode the missing setting is named`() throws {
    let failure = #expect(throws: ToolFailure.self) {
      try ToolCommand.xcodePhase(ToolOptions(["check", "--xcode"]), [:])
    }
    #expect(
      failure?.description
        == "error: the build setting PRODUCT_MODULE_NAME is missing: '--xcode' is "
        + "for a script phase of Xcode")
    #expect(throws: ToolFailure.self) { try XcodeModules.read("/nowhere") }
  }
}
