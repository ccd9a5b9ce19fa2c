// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

let club: [Target.Dependency] = [
    .product(name: "TeamAshaApp", package: "TeamAsha"), .product(name: "Randonneuring", package: "TeamAsha"),
    .product(name: "AshaSandbox", package: "TeamAsha"),
]

let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "Logging", package: "swift-log"),
]

/// The pages of Team Asha for browsers, by the public API of three other packages.
let package = Package(
    name: "TeamAshaWeb",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "team-asha-web", targets: ["team-asha-web"])],
    dependencies: [
        .package(path: "../.."),
        .package(path: "../TeamAsha"),
        .package(path: "../OrbitWeb"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .target(
            name: "ClubWeb",
            dependencies: [.product(name: "PageParts", package: "OrbitWeb")] + club + hummingbird
                + orbit("TimeAndChance", "OrbitModels", "Networking", "Presentation", "Auth")),
        .executableTarget(
            name: "team-asha-web",
            dependencies: [
                "ClubWeb", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Sources/TeamAshaWeb"),
        .testTarget(
            name: "ClubWebTests",
            dependencies: [
                "ClubWeb", .product(name: "PageParts", package: "OrbitWeb"),
                .product(name: "PagePartsTesting", package: "OrbitWeb"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ] + club + hummingbird
                + orbit(
                    "TimeAndChance", "OrbitModels", "Networking", "NetworkingTesting", "Presentation", "Auth")),
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
