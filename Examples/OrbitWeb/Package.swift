// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "UnixSignals", package: "swift-service-lifecycle"),
    .product(name: "Logging", package: "swift-log"),
]

/// A front end for browsers. It is a separate package because OrbitKit has no dependencies.
let package = Package(
    name: "OrbitWeb",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "orbit-web", targets: ["orbit-web"]),
        .library(name: "PageParts", targets: ["PageParts"]),
        .library(name: "PagePartsTesting", targets: ["PagePartsTesting"]),
    ],
    dependencies: [
        .package(path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    ],
    targets: [
        // The parts that every front end for browsers needs. They use no module of a campus.
        .target(name: "PageParts", dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")]),
        // Checks of rendered pages, for tests.
        .target(name: "PagePartsTesting"),
        .target(
            name: "CampusWeb",
            dependencies: ["PageParts"] + hummingbird
                + orbit(
                    "TimeAndChance", "OrbitModels", "Drawing", "Validation", "Networking", "Presentation", "Matching",
                    "SolarSystem", "Calendars", "ICalendar", "MapClustering", "NotificationScheduling", "Trust", "Auth",
                    "Profiles", "Discover", "Connections", "Chat", "Meetups", "Reputation", "Safety", "Moderation",
                    "OrbitApp", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo")),
        .executableTarget(
            name: "orbit-web",
            dependencies: [
                "CampusWeb", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
                + orbit("Networking"),
            path: "Sources/OrbitWeb"),
        .executableTarget(
            name: "orbit-web-bench",
            dependencies: ["CampusWeb", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Sources/OrbitWebBench"),
        .testTarget(
            name: "PagePartsTests",
            dependencies: [
                "PageParts", "PagePartsTesting", .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        .testTarget(
            name: "CampusWebTests",
            dependencies: [
                "CampusWeb", "PageParts", "PagePartsTesting",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + hummingbird
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Presentation",
                    "Auth", "Profiles", "Discover", "Connections", "Chat", "Meetups", "Safety", "OrbitApp",
                    "BackendRuntime", "OrbitBackend", "OrbitStore", "OrbitDemo")),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    // Hummingbird's middleware gets its `next` closure as a parameter. With `NonisolatedNonsendingByDefault` the
    // closure would have another type than the requirement.
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
