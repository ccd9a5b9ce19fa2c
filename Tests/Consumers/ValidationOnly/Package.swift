// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// A program that wants the rules and nothing else, such as a form on a server.
let package = Package(
    name: "ValidationOnly",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "ValidationOnly",
            dependencies: [.product(name: "Validation", package: orbitKit)])
    ],
    swiftLanguageModes: [.v6]
)
