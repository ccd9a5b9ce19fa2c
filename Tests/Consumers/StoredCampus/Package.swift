// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// A backend on SQLite. It depends on OrbitKit and on the store by path, like a package with OrbitKit as a submodule.
let package = Package(
    name: "StoredCampus",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../.."), .package(path: "../../../Packages/SQLiteStore")],
    targets: [
        .executableTarget(
            name: "StoredCampus",
            dependencies: [
                .product(name: "TimeAndChance", package: orbitKit),
                .product(name: "OrbitBackend", package: orbitKit),
                .product(name: "OrbitDemo", package: orbitKit),
                .product(name: "SQLiteStore", package: "SQLiteStore"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
