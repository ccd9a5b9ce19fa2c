// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM knows a package at a path by the name of its folder, which is whatever this clone is called.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// A backend with a feature of its own: routes, records, events, a list and a word of access.
let package = Package(
    name: "OwnFeature",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "OwnFeature",
            dependencies: [
                "TimeAndChance", "OrbitModels", "Networking", "Matching", "OrbitStore", "BackendRuntime",
                "OrbitBackend", "OrbitDemo",
            ].map { .product(name: $0, package: orbitKit) })
    ],
    swiftLanguageModes: [.v6]
)
