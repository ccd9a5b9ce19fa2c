// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM knows a package at a path by the name of its folder, which is whatever this clone is called.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// The program and the views of README.md: `.ci/checks/consumers` copies this file beside them before it builds them.
let package = Package(
    name: "Readme",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(name: "Readme", dependencies: [.product(name: "OrbitKit", package: orbitKit)])
    ],
    swiftLanguageModes: [.v6]
)
