// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] {
    products.map { .product(name: $0, package: orbitKit) }
}

/// A notice board for a campus: a feature of the app and of the backend, by public API alone.
let package = Package(
    name: "Notices",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .target(
            name: "Notices",
            dependencies: orbit("OrbitModels", "Validation", "Networking", "Presentation", "OrbitApp")),
        .target(
            name: "NoticesBackend",
            dependencies: ["Notices"]
                + orbit("OrbitModels", "Validation", "Networking", "OrbitStore", "BackendRuntime")),
        .testTarget(
            name: "NoticesTests",
            dependencies: ["Notices", "NoticesBackend"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "Networking", "NetworkingTesting", "Presentation",
                    "Auth", "Profiles", "Connections", "Safety", "Moderation", "OrbitApp", "OrbitStore",
                    "BackendRuntime", "OrbitBackend", "OrbitDemo")),
    ],
    swiftLanguageModes: [.v6]
)
