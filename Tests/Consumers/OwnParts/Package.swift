// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: orbitKit) }
}

/// The code of the pages in Docs/guides: an implementation of each replaceable part, and a host of the backend.
let package = Package(
    name: "OwnParts",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .target(
            name: "OwnParts",
            dependencies: orbit(
                "TimeAndChance", "OrbitModels", "DurableFiles", "Networking", "NotificationScheduling", "Auth",
                "OrbitStore")),
        .target(
            name: "CampusHost",
            dependencies: orbit(
                "TimeAndChance", "OrbitModels", "Validation", "Networking", "OrbitStore", "BackendRuntime",
                "OrbitBackend")),
        .testTarget(
            name: "OwnPartsTests",
            dependencies: ["OwnParts"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "DurableFiles", "Networking", "NetworkingTesting",
                    "NotificationScheduling", "Auth", "OrbitStore", "OrbitStoreTesting")),
        .testTarget(
            name: "CampusHostTests",
            dependencies: ["CampusHost"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Auth",
                    "OrbitStore", "BackendRuntime", "OrbitBackend")),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    // An async closure in a requirement of OrbitKit runs on the actor of its caller. The implementation has the same
    // type only with this feature (SE-0461).
    target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
