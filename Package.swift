// swift-tools-version: 6.2
import PackageDescription

/// A folder of `Packages/`: one target and one library product of the same name. The product `OrbitKit` contains all
/// modules.
struct Module {
    let name: String
    var imports: [String]
    /// Whether it imports all features as well.
    var joinsFeatures = false
    /// The modules that its tests import in addition to the module itself and ``imports``.
    var tests: [String] = []
    /// Folders of files that its tests read.
    var fixtures: [String] = []
    /// Whether it is written in C. Such a module is part of its importer, without a product or tests of its own.
    var isC = false
}

let clockAndModels = ["TimeAndChance", "OrbitModels"]
let rules = clockAndModels + ["Validation"]
let client = clockAndModels + ["Networking", "Presentation"]

/// The floors, which are the layers of the architecture, from the lowest to the highest. A module imports only modules
/// that are listed before it. Engines do not import engines, and features do not import features.
let floors: [(name: String, modules: [Module])] = [
    (
        "ground",
        [
            Module(name: "TimeAndChance", imports: []),
            Module(name: "OrbitModels", imports: [], tests: ["TimeAndChance"], fixtures: ["Comparisons", "Golden"]),
            Module(name: "Drawing", imports: []),
            Module(name: "CurlBinding", imports: [], isC: true),
        ]
    ),
    (
        "tools",
        [
            Module(name: "Validation", imports: ["OrbitModels"], tests: ["TimeAndChance"], fixtures: ["Fixtures"]),
            Module(
                name: "DurableFiles", imports: ["TimeAndChance"], tests: ["NetworkingTesting", "DiskSimulation"]),
            Module(
                name: "Outbox", imports: ["TimeAndChance", "DurableFiles"],
                tests: ["NetworkingTesting", "DiskSimulation"]),
            Module(name: "Networking", imports: clockAndModels + ["CurlBinding"], tests: ["NetworkingTesting"]),
            Module(name: "NetworkingTesting", imports: clockAndModels + ["Networking"]),
            Module(
                name: "Presentation", imports: clockAndModels + ["Validation", "Networking", "DurableFiles"],
                tests: ["NetworkingTesting", "DiskSimulation"]),
        ]
    ),
    (
        "engines",
        [
            Module(name: "Matching", imports: clockAndModels),
            Module(name: "SolarSystem", imports: clockAndModels + ["Drawing"]),
            Module(
                name: "Calendars", imports: ["OrbitModels", "Drawing"], tests: ["TimeAndChance"],
                fixtures: ["Comparisons"]),
            Module(
                name: "ICalendar", imports: ["OrbitModels"], tests: ["TimeAndChance"],
                fixtures: ["Comparisons", "Fixtures"]),
            Module(name: "MapClustering", imports: ["OrbitModels", "Drawing"], tests: ["TimeAndChance"]),
            Module(name: "NotificationScheduling", imports: clockAndModels, fixtures: ["Fixtures"]),
            Module(name: "Trust", imports: ["OrbitModels", "Drawing"], tests: ["TimeAndChance"]),
        ]
    ),
    (
        "features",
        [
            Module(
                name: "Auth", imports: client + ["Validation", "DurableFiles"],
                tests: ["NetworkingTesting", "DiskSimulation"]),
            Module(name: "Profiles", imports: client + ["Validation", "DurableFiles"], tests: ["NetworkingTesting"]),
            Module(
                name: "Discover", imports: client + ["Matching", "SolarSystem"], tests: ["NetworkingTesting"]),
            Module(name: "Connections", imports: client, tests: ["NetworkingTesting", "Matching"]),
            Module(
                name: "Chat", imports: client + ["Validation", "Outbox"],
                tests: ["NetworkingTesting", "DurableFiles", "DiskSimulation"]),
            Module(name: "Meetups", imports: client + ["Validation", "ICalendar"], tests: ["NetworkingTesting"]),
            Module(name: "Reputation", imports: client + ["Validation", "Trust"], tests: ["NetworkingTesting"]),
            Module(name: "Safety", imports: client + ["Validation"], tests: ["NetworkingTesting"]),
            Module(name: "Moderation", imports: client + ["Validation"], tests: ["NetworkingTesting"]),
        ]
    ),
    (
        "whole",
        [
            Module(
                name: "OrbitApp",
                imports: client + [
                    "Validation", "DurableFiles", "Outbox", "Matching", "Calendars", "ICalendar",
                    "NotificationScheduling", "MapClustering", "Trust",
                ],
                joinsFeatures: true,
                tests: [
                    "NetworkingTesting", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo", "DiskSimulation",
                ]),
            Module(
                name: "OrbitStore", imports: ["TimeAndChance"], tests: ["NetworkingTesting", "OrbitStoreTesting"]),
            Module(name: "OrbitStoreTesting", imports: ["TimeAndChance", "OrbitStore"]),
            Module(
                name: "BackendRuntime",
                imports: rules + ["Networking", "Matching", "Trust", "Profiles", "Safety", "OrbitStore"]),
            Module(
                name: "OrbitBackend",
                imports: rules + ["Networking", "Matching", "ICalendar", "Trust", "OrbitStore", "BackendRuntime"],
                joinsFeatures: true,
                tests: ["NetworkingTesting", "OrbitStoreTesting", "OrbitDemo"]),
            Module(
                name: "OrbitDemo",
                imports: rules + [
                    "Networking", "Matching", "Trust", "Auth", "Profiles", "Discover", "Connections", "Chat", "Meetups",
                    "OrbitStore", "BackendRuntime", "OrbitBackend",
                ],
                tests: ["NetworkingTesting"]),
        ]
    ),
]

let features = floors.first { $0.name == "features" }?.modules.map(\.name) ?? []
let allModules = floors.flatMap(\.modules).map { module in
    var module = module
    if module.joinsFeatures { module.imports += features }
    return module
}
let modules = allModules.filter { !$0.isC }

let ofExamples = [
    "TimeAndChance", "OrbitModels", "Networking", "NetworkingTesting", "Presentation", "Matching", "Auth", "Profiles",
    "Discover", "Connections", "OrbitApp", "OrbitDemo",
]

/// The imports of the examples that each have one page of code, in addition to the modules of their design.
let ofDesigns = [
    "TimeAndChance", "OrbitModels", "Networking", "NetworkingTesting", "Presentation", "Auth", "Meetups", "OrbitDemo",
]

/// The examples, with their imports and the files of their folders that are not compiled.
let examples: [(product: String, folder: String, imports: [String], otherFiles: [String])] = [
    (
        "orbit-tour", "OrbitTour",
        ofExamples + [
            "Drawing", "Validation", "DurableFiles", "SolarSystem", "Calendars", "ICalendar", "MapClustering",
            "NotificationScheduling", "Chat", "Meetups", "Reputation", "Safety", "Moderation", "OrbitStore",
            "BackendRuntime", "OrbitBackend",
        ], []
    ),
    ("orbit-terminal", "OrbitTerminal", ofExamples + ["Calendars", "Chat"], ["input.txt"]),
    (
        "orbit-moderator", "OrbitModerator",
        ["TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Presentation", "Auth"]
            + ["Safety", "Moderation", "OrbitStore", "BackendRuntime", "OrbitBackend", "OrbitDemo"], ["input.txt"]
    ),
    (
        "poke-me", "PokeMe",
        ofDesigns + ["DurableFiles", "Outbox", "Matching", "Calendars", "Profiles", "Discover", "Connections", "Chat"],
        ["README.md"]
    ),
    (
        "study-con", "StudyCon",
        ofDesigns + ["DurableFiles", "Calendars", "MapClustering", "NotificationScheduling", "Reputation"],
        ["README.md"]
    ),
    (
        "orbit-guide", "OrbitGuide",
        ofDesigns + ["NotificationScheduling", "Profiles", "Connections", "Chat", "Safety"], ["README.md"]
    ),
]

let package = Package(
    name: "OrbitKit",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "OrbitKit", targets: modules.map(\.name))]
        + modules.map { .library(name: $0.name, targets: [$0.name]) },
    targets: allModules.map { module in
        .target(
            name: module.name,
            dependencies: module.imports.map { .byName(name: $0) },
            path: "Packages/\(module.name)")
    }
        + modules.map { module in
            .testTarget(
                name: "\(module.name)Tests",
                dependencies: ([module.name] + module.imports + module.tests).map { .byName(name: $0) },
                path: "Tests/\(module.name)Tests",
                resources: module.fixtures.map { .copy($0) })
        }
        + [
            // The file system of the tests: a disk in memory that separates synchronized from unsynchronized data.
            .target(
                name: "DiskSimulation", dependencies: ["TimeAndChance", "DurableFiles"], path: "Tests/DiskSimulation"),
            // The process that the proofs on real disks, Tests/DiskProofs/run, kill and cut off from power.
            .executableTarget(
                name: "disk-worker",
                dependencies: ["TimeAndChance", "OrbitModels", "Networking", "DurableFiles", "Outbox", "Auth"],
                path: "Tests/DiskProofs", exclude: ["run"]),
            // The simulation of devices, network and server, which .ci/checks/simulation runs.
            .executableTarget(
                name: "simulate",
                dependencies: [
                    "TimeAndChance", "OrbitModels", "Validation", "DurableFiles", "Networking", "NetworkingTesting",
                    "Presentation", "Outbox", "Auth", "Connections", "Chat", "OrbitStore", "BackendRuntime",
                    "OrbitBackend", "OrbitDemo", "DiskSimulation",
                ],
                path: "Tests/Simulation"),
        ]
        + examples.map { example in
            .executableTarget(
                name: example.product,
                dependencies: example.imports.map { .byName(name: $0) },
                path: "Examples/\(example.folder)",
                exclude: ["expected-output.txt"] + example.otherFiles,
                packageAccess: false)  // the compiler refuses all but the public API
        },
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
        .treatAllWarnings(as: .error),  // SE-0480; has no effect when OrbitKit is fetched by URL
    ]
}
