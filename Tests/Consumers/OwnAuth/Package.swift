// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// An app that imports only `Validation` from OrbitKit, and has a module `Auth` of its own. The names of all modules in
/// the package graph have to be unique. So an alias renames OrbitKit's `Auth`, although this app does not import it.
let package = Package(
    name: "OwnAuth",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .target(name: "Auth"),
        .executableTarget(
            name: "OwnAuth",
            dependencies: [
                "Auth",
                .product(name: "Validation", package: orbitKit),
                .product(name: "Auth", package: orbitKit, moduleAliases: ["Auth": "OrbitAuth"]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
