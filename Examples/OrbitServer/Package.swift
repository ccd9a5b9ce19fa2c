// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

let stores: [Target.Dependency] = ["SQLiteStore", "PostgreSQLStore"].map { .product(name: $0, package: $0) }

/// The suites of OrbitBackend's tests that run over each carrier, with the sources that they use.
let backendTestSources = [
    "Access/AccessMatrixTests", "Access/AccessRule", "Access/AuthorizationColumn", "Access/AuthorizationRequests",
    "Access/AuthorizationResponse", "Access/AuthorizationTests", "Access/AuthorizationWorld", "Account/FullLife",
    "Blocks/BlockMatrixTests", "Blocks/BlockPerspective", "Blocks/BlockRequest", "Blocks/BlockRow",
    "Blocks/BlockWorld", "Chat/ChatActions", "Connections/Members", "Contract/CommonArea", "Contract/Contract",
    "Contract/Contract+Responses", "Contract/ContractArea", "Contract/ContractSample", "Contract/ContractTests",
    "Contract/FlowReader", "Contract/JSONValue", "Contract/SchemaCheck", "Contract/YAMLReader", "Events/LogFixtures",
    "Meetups/MeetupActions", "Meetups/SeriesActions", "Meetups/SuggestionActions", "Reputation/MeetupPast",
    "Reputation/RatingActions", "Reputation/StandingActions", "Requests/HostileValues", "Requests/JSONDraft",
    "Requests/RequestSample", "Safety/SafetyActions", "Safety/ReportActions", "Store/CrashingStore",
    "TestProfiles", "TestServer", "TestStore",
]

let hummingbird: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "UnixSignals", package: "swift-service-lifecycle"),
    .product(name: "Logging", package: "swift-log"),
]

/// The backend over HTTP. It is a separate package because OrbitKit has no dependencies.
let package = Package(
    name: "OrbitServer",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "orbit-server", targets: ["orbit-server"])],
    dependencies: [
        .package(path: "../.."),
        .package(path: "../../Packages/SQLiteStore"),
        .package(path: "../../Packages/PostgreSQLStore"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .target(
            name: "CampusServer",
            dependencies: hummingbird + stores
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "Safety", "OrbitStore",
                    "BackendRuntime", "OrbitBackend", "OrbitDemo")
                + [
                    .product(name: "NIOSSL", package: "swift-nio-ssl"),
                    .product(name: "CoreMetrics", package: "swift-metrics"),
                    .product(name: "Crypto", package: "swift-crypto"),
                    .product(name: "Subprocess", package: "swift-subprocess"),
                    .product(name: "SystemPackage", package: "swift-system"),
                ]),
        .executableTarget(
            name: "orbit-server",
            dependencies: [
                "CampusServer", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "OrbitStore", "BackendRuntime", "OrbitBackend",
                    "OrbitDemo"),
            path: "Sources/OrbitServer"),
        .testTarget(
            name: "CampusServerTests",
            dependencies: ["CampusServer"] + hummingbird
                + [
                    .product(name: "HummingbirdTesting", package: "hummingbird"),
                    .product(name: "NIOEmbedded", package: "swift-nio"),
                    .product(name: "NIOPosix", package: "swift-nio"),
                    .product(name: "NIOSSL", package: "swift-nio-ssl"),
                ]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Auth",
                    "Profiles", "Connections", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo")),
        // OrbitBackend's contract, access matrix and block matrix, over the router and over TCP.
        .testTarget(
            name: "CarrierTests",
            dependencies: ["CampusServer"] + hummingbird
                + [.product(name: "NIOEmbedded", package: "swift-nio")] + orbit("OrbitKit"),
            path: "Tests/CarrierTests",
            sources: [
                "TestCarrier.swift", "RouterCarrier.swift", "SocketCarrier.swift", "OrbitBackendTests/Fixtures",
            ]
                + backendTestSources.map { "OrbitBackendTests/\($0).swift" }),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CarrierTests" {
    // Hummingbird's middleware gets its `next` closure as a parameter. With `NonisolatedNonsendingByDefault` the
    // closure would have another type than the requirement.
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}

for target in package.targets where target.name == "CarrierTests" {
    // The settings of OrbitKit, whose sources the target compiles.
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
