// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

func orbit(_ products: String...) -> [Target.Dependency] { products.map { .product(name: $0, package: orbitKit) } }

/// A front end for Xcode. It is a separate package because Linux has no SwiftUI.
let package = Package(
    name: "OrbitSwiftUI",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "OrbitScreens", targets: ["OrbitScreens"])],
    dependencies: [.package(path: "../..")],
    targets: [
        .target(
            name: "OrbitScreens",
            dependencies: orbit(
                "OrbitModels", "Drawing", "Validation", "Presentation", "Matching", "SolarSystem", "Calendars", "Auth",
                "Profiles", "Discover", "Connections", "Chat", "Meetups", "Reputation", "Safety", "OrbitApp")),
        .executableTarget(
            name: "orbit-swiftui",
            dependencies: ["OrbitScreens"]
                + orbit("OrbitModels", "Networking", "Auth", "OrbitApp", "OrbitBackend", "OrbitDemo"),
            path: "Sources/OrbitSwiftUI"),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    // Linux has no SwiftUI. A stub of its declarations lets `.ci/checks/swiftui` compile the views there.
    package.dependencies.append(.package(path: "../../Tests/SwiftUIStub"))
    for target in package.targets {
        target.dependencies += [
            .product(name: "SwiftUI", package: "SwiftUIStub"), .product(name: "PhotosUI", package: "SwiftUIStub"),
        ]
    }
#endif

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
