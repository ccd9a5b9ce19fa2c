// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

/// Team Asha, a cycling club: an app without a campus, by public API alone.
let package = Package(
    name: "TeamAsha",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [
        .library(name: "Randonneuring", targets: ["Randonneuring"]),
        .library(name: "TeamAshaApp", targets: ["TeamAshaApp"]),
        .library(name: "AshaSandbox", targets: ["AshaSandbox"]),
        .executable(name: "team-asha", targets: ["team-asha"]),
    ],
    dependencies: [.package(path: "../..")],
    targets: [
        // The rules of the sport. It imports only Foundation.
        .target(name: "Randonneuring"),
        // The app without its screens: models, services and view models.
        .target(
            name: "TeamAshaApp",
            dependencies: ["Randonneuring"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Validation", "DurableFiles", "Networking", "Presentation", "Auth")),
        // A server in the process, with a club and its season.
        .target(
            name: "AshaSandbox",
            dependencies: ["Randonneuring", "TeamAshaApp"]
                + orbit("TimeAndChance", "OrbitModels", "Networking", "NetworkingTesting", "Auth")),
        // The pages of the terminal.
        .target(
            name: "AshaTerminal",
            dependencies: ["Randonneuring", "TeamAshaApp"]
                + orbit("OrbitModels", "Drawing", "Presentation")),
        .executableTarget(
            name: "team-asha",
            dependencies: ["Randonneuring", "TeamAshaApp", "AshaSandbox", "AshaTerminal"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Drawing", "Networking", "NetworkingTesting", "Presentation", "Auth"
                )),
        .testTarget(name: "RandonneuringTests", dependencies: ["Randonneuring"] + orbit("TimeAndChance")),
        .testTarget(
            name: "TeamAshaAppTests",
            dependencies: ["Randonneuring", "TeamAshaApp", "AshaSandbox"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "DurableFiles", "Networking", "NetworkingTesting", "Presentation",
                    "Auth")),
        .testTarget(
            name: "AshaTerminalTests",
            dependencies: ["Randonneuring", "TeamAshaApp", "AshaSandbox", "AshaTerminal"]
                + orbit(
                    "TimeAndChance", "OrbitModels", "Drawing", "Networking", "NetworkingTesting", "Presentation", "Auth"
                )),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
