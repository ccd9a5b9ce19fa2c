// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// An app that needs two modules with the name `Auth`: OrbitKit's, and that of the package `CampusDoors`.
/// `moduleAliases` renames OrbitKit's module, both in this app and in OrbitKit.
let package = Package(
    name: "AliasedAuth",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(path: "../../.."),
        .package(path: "CampusDoors"),
    ],
    targets: [
        .executableTarget(
            name: "AliasedAuth",
            dependencies: [
                .product(name: "Auth", package: orbitKit, moduleAliases: ["Auth": "OrbitAuth"]),
                .product(name: "Auth", package: "CampusDoors"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
