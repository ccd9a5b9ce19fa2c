// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM knows a package at a path by the name of its folder, which is whatever this clone is called.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// An app that needs two modules called `Auth`: OrbitKit's, and that of a package which opens doors.
/// `moduleAliases` gives the first another name, here and in everything it brings along.
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
