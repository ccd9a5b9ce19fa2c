// swift-tools-version: 6.2
import PackageDescription

/// Every folder of `Packages/` is one target and one library product of the same name.
/// They are listed from the ground up: a target imports only targets above it in this list.
let modules: [(name: String, imports: [String])] = [
    ("TimeAndChance", []),
    ("OrbitModels", []),
    ("Validation", ["OrbitModels"]),
    ("Presentation", ["OrbitModels"]),
    ("DurableFiles", ["TimeAndChance"]),
    ("Networking", ["TimeAndChance", "OrbitModels"]),
    ("NetworkingTesting", ["TimeAndChance", "OrbitModels", "Networking"]),
    ("Auth", ["TimeAndChance", "OrbitModels", "Validation", "Presentation", "DurableFiles", "Networking"]),
    ("Profiles", ["TimeAndChance", "OrbitModels", "Validation", "Presentation", "DurableFiles", "Networking"]),
    ("Discover", ["TimeAndChance", "OrbitModels", "Presentation", "Networking"]),
    ("Connections", ["TimeAndChance", "OrbitModels", "Presentation", "Networking"]),
    (
        "OrbitApp",
        [
            "TimeAndChance", "OrbitModels", "Validation", "Presentation", "Networking", "Auth", "Profiles", "Discover",
            "Connections",
        ]
    ),
    (
        "OrbitBackend",
        ["TimeAndChance", "OrbitModels", "Validation", "Networking", "Auth", "Profiles", "Discover", "Connections"]
    ),
]

/// The modules whose tests need more than the module itself.
let testImports: [String: [String]] = [
    "OrbitModels": [],
    "Validation": ["TimeAndChance", "OrbitModels"],
    "Presentation": ["OrbitModels", "NetworkingTesting"],
    "DurableFiles": ["TimeAndChance", "NetworkingTesting", "DiskSimulation"],
    "Networking": ["TimeAndChance", "OrbitModels", "NetworkingTesting"],
    "NetworkingTesting": ["TimeAndChance", "OrbitModels", "Networking"],
    "Auth": [
        "TimeAndChance", "OrbitModels", "Validation", "Presentation", "DurableFiles", "Networking", "NetworkingTesting",
        "DiskSimulation",
    ],
    "Profiles": [
        "TimeAndChance", "OrbitModels", "Validation", "Presentation", "DurableFiles", "Networking", "NetworkingTesting",
    ],
    "Discover": ["TimeAndChance", "OrbitModels", "Presentation", "Networking", "NetworkingTesting"],
    "Connections": ["TimeAndChance", "OrbitModels", "Presentation", "Networking", "NetworkingTesting"],
    "OrbitApp": [
        "TimeAndChance", "OrbitModels", "Presentation", "Networking", "NetworkingTesting", "Auth", "Profiles",
        "Discover",
        "Connections", "OrbitBackend",
    ],
    "OrbitBackend": [
        "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Auth", "Profiles", "Discover",
        "Connections",
    ],
]

/// What each example is made of.
let examples: [(product: String, folder: String, imports: [String])] = [
    (
        "orbit-tour", "OrbitTour",
        [
            "TimeAndChance", "OrbitModels", "Validation", "Presentation", "DurableFiles", "Networking",
            "NetworkingTesting", "Auth", "Profiles", "Discover", "Connections", "OrbitApp", "OrbitBackend",
        ]
    )
]

let package = Package(
    name: "OrbitKit",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: modules.map { .library(name: $0.name, targets: [$0.name]) },
    targets: modules.map { module in
        .target(
            name: module.name,
            dependencies: module.imports.map { .byName(name: $0) },
            path: "Packages/\(module.name)")
    }
        + modules.map { module in
            .testTarget(
                name: "\(module.name)Tests",
                dependencies: ([module.name] + (testImports[module.name] ?? [])).map { .byName(name: $0) },
                path: "Tests/\(module.name)Tests",
                resources: module.name == "OrbitModels" ? [.copy("Golden")] : [])
        }
        + [
            // A disk in memory that tells what is synced from what is not: the file system of the tests.
            .target(
                name: "DiskSimulation", dependencies: ["TimeAndChance", "DurableFiles"], path: "Tests/DiskSimulation")
        ]
        + examples.map { example in
            .executableTarget(
                name: example.product,
                dependencies: example.imports.map { .byName(name: $0) },
                path: "Examples/\(example.folder)",
                exclude: ["expected-output.txt"])
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
