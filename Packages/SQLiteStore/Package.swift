// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM knows a package at a path by the name of its folder, which is whatever this clone is called.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// A store in one file: SQLite through GRDB. It is a package of its own, as OrbitKit fetches nothing.
let package = Package(
    name: "SQLiteStore",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "SQLiteStore", targets: ["SQLiteStore"])],
    dependencies: [
        .package(path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "SQLiteStore",
            dependencies: [
                .product(name: "OrbitStore", package: orbitKit),
                .product(name: "TimeAndChance", package: orbitKit),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // What the tests kill, and what measures.
        .executableTarget(
            name: "sqlite-worker",
            dependencies: [
                "SQLiteStore", .product(name: "OrbitStore", package: orbitKit),
                .product(name: "TimeAndChance", package: orbitKit),
            ], path: "Tests/sqlite-worker"),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "SQLiteStore", "sqlite-worker", .product(name: "OrbitStore", package: orbitKit),
                .product(name: "OrbitStoreTesting", package: orbitKit),
                .product(name: "TimeAndChance", package: orbitKit),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
