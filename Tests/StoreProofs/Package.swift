// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// Returns products of the package. The product `OrbitKit` contains all modules, so tests of all features need no list.
func orbit(_ products: [String]) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

let stores: [Target.Dependency] = ["SQLiteStore", "PostgreSQLStore"].map { .product(name: $0, package: $0) }

/// The sources of OrbitBackend's tests that create a campus and mutate requests to it. The fixtures of the features are
/// added as a folder. `TestStore` is this package's own.
let backendTestSources = [
    "Access/AccessRule", "Access/AuthorizationColumn", "Access/AuthorizationRequests",
    "Access/AuthorizationResponse", "Access/AuthorizationWorld", "Account/FullLife", "Blocks/BlockRow",
    "Blocks/BlockWorld", "Chat/ChatActions", "Connections/Members", "Contract/CommonArea", "Contract/Contract",
    "Contract/Contract+Responses", "Contract/ContractArea", "Contract/ContractSample", "Contract/FlowReader",
    "Contract/JSONValue", "Contract/SchemaCheck", "Contract/YAMLReader", "Events/LogFixtures", "Meetups/MeetupActions",
    "Meetups/SeriesActions", "Meetups/SuggestionActions", "Reputation/MeetupPast", "Reputation/RatingActions",
    "Reputation/StandingActions", "Requests/HostileValues", "Requests/JSONDraft", "Requests/MutatedRequests",
    "Requests/RequestMutator", "Requests/RequestSample", "Safety/SafetyActions", "Safety/ReportActions",
    "Store/CrashingStore", "TestCarrier", "TestProfiles", "TestServer",
]

/// OrbitBackend's suites that run on each engine, with the sources that they use.
let backendSuites = [
    "Account/ExportStreamTests", "Auth/CrowdedCodesTests", "Auth/OriginGroupTests", "Auth/RefusedCodeTests",
    "Auth/SharedCodesTests", "Auth/SignInAbuseTests", "Blocks/BlockPerspective", "Blocks/BlockRequest",
    "Blocks/BlockerActionTests", "Connections/BlockNewsTests", "Connections/PlannedMatchTests", "EventCounts",
    "Events/LogFloodingAttack", "Events/NoticeBudgetTests", "FaultyMailTransport", "Lists/ListCostTests",
    "Lists/ListRoute", "Lists/ListWorld",
    "Meetups/CommentCountTests", "Meetups/CountsByTimeTests", "Meetups/ManyBlocksTests",
    "Meetups/MeetupBrowseTests", "Meetups/MeetupCrowd", "Meetups/StoredBlocks", "Meetups/VisibleCountTests",
    "Meetups/WordSearchTests", "Profiles/PhotoTests", "Reputation/PublishedRatingsTests",
    "Reputation/StandingTests", "Requests/BodyCheckTests", "Requests/ControlCharacterTests",
    "Requests/ProcessorTime", "Requests/RequestCostTests", "Requests/TextCostTests",
    "Safety/AlertDeliveryTests", "Safety/AuditTrailTests", "Safety/ContactPrivacyTests",
    "Safety/EvidenceBudgetTests", "Store/BytesStore", "Store/CountingStore", "Store/InterleavedStore",
]

/// Tests that the app and the backend behave on real databases as on the store in memory. It includes the tests of both
/// stores, so that one build suffices.
let package = Package(
    name: "StoreProofs",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../.."),
        .package(path: "../../Packages/SQLiteStore"),
        .package(path: "../../Packages/PostgreSQLStore"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // The example without the file that creates its store. The tour creates a store on a database.
        .executableTarget(
            name: "store-tour",
            dependencies: stores
                + orbit([
                    "TimeAndChance", "OrbitModels", "Networking", "NetworkingTesting", "Presentation", "Matching",
                    "Auth", "Profiles", "Discover", "Connections", "Chat", "OrbitApp", "OrbitStore", "BackendRuntime",
                    "OrbitBackend",
                    "OrbitDemo", "Drawing", "Validation",
                    "DurableFiles", "SolarSystem", "Calendars", "ICalendar", "MapClustering", "NotificationScheduling",
                    "Meetups", "Reputation", "Safety", "Moderation",
                ]),
            path: "Tour", exclude: ["OrbitTour/TourStore.swift", "OrbitTour/expected-output.txt"]),
        // A backend that the proofs kill. It receives requests through pipes.
        .executableTarget(
            name: "store-worker",
            dependencies: stores
                + orbit([
                    "TimeAndChance", "OrbitModels", "Networking", "OrbitStore", "BackendRuntime", "OrbitBackend",
                    "OrbitDemo",
                    "Validation",
                ]),
            path: "store-worker"),
        .executableTarget(
            name: "sqlite-worker", dependencies: stores + orbit(["TimeAndChance", "OrbitStore"]),
            path: "sqlite-worker"),
        // The benchmarks, to see that each command works. Figures of a build without optimization are not comparable.
        .executableTarget(
            name: "orbit-bench",
            dependencies: stores + [.product(name: "ArgumentParser", package: "swift-argument-parser")]
                + orbit([
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Presentation",
                    "Matching", "SolarSystem", "MapClustering", "NotificationScheduling", "Calendars", "Meetups",
                    "Trust", "DurableFiles", "Outbox", "Auth", "Profiles", "Discover", "Connections", "Chat", "Safety",
                    "Moderation", "OrbitApp", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo",
                ]),
            path: "orbit-bench"),
        // Stores on both engines that are removed after use.
        .target(
            name: "StoreEngines", dependencies: stores + orbit(["OrbitStore"]), path: "Engines"),
        // The histories of OrbitApp's tests.
        .testTarget(
            name: "HistoriesOnStores",
            dependencies: ["StoreEngines"] + orbit(["OrbitKit"]),
            path: "Histories", exclude: ["Histories/RandomHistoryTests.swift"]),
        // The mutated requests and suites of OrbitBackend's tests.
        .testTarget(
            name: "RequestsOnStores",
            dependencies: ["StoreEngines", .product(name: "SQLiteStore", package: "SQLiteStore")]
                + orbit(["OrbitKit"]),
            path: "Requests",
            sources: [
                "RequestsOnStores.swift", "ErasedBytes.swift", "TestStore.swift", "Fixture",
                "OrbitBackendTests/Fixtures",
            ]
                + (backendTestSources + backendSuites).map { "OrbitBackendTests/\($0).swift" }),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: stores
                + orbit(["OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitStoreTesting", "TimeAndChance"])
                + [.product(name: "GRDB", package: "GRDB.swift")],
            path: "SQLiteStoreTests"),
        .testTarget(
            name: "PostgreSQLStoreTests",
            dependencies: stores + orbit(["OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitStoreTesting"]),
            path: "PostgreSQLStoreTests"),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "orbit-bench" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
