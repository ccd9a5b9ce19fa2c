// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM identifies a package at a path by its folder, and this clone may have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// Measures the time and memory that OrbitKit uses, on files that other tools read too.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../.."),
        .package(path: "../../Packages/SQLiteStore"),
        .package(path: "../../Packages/PostgreSQLStore"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "orbit-bench",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SQLiteStore", package: "SQLiteStore"),
                .product(name: "PostgreSQLStore", package: "PostgreSQLStore"),
            ]
                + [
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Presentation",
                    "Matching",
                    "SolarSystem", "MapClustering", "NotificationScheduling", "Calendars", "Meetups", "Trust",
                    "DurableFiles", "Outbox", "Auth", "Profiles", "Discover", "Connections", "Chat", "Safety",
                    "Moderation",
                    "OrbitApp", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo",
                ].map { .product(name: $0, package: orbitKit) })
    ],
    swiftLanguageModes: [.v6]
)
