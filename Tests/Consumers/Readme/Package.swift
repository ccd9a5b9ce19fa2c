// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// The package for the program and the views of README.md. `.ci/checks/consumers` extracts them, copies this file into
/// the same folder, and builds the package.
let package = Package(
    name: "Readme",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(name: "Readme", dependencies: [.product(name: "OrbitKit", package: orbitKit)])
    ],
    swiftLanguageModes: [.v6]
)
