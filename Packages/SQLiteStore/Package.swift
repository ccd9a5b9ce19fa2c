// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// A store in one file: SQLite through GRDB. It is a separate package because OrbitKit has no dependencies.
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
        // The process that tests kill, and the benchmarks.
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
