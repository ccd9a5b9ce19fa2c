// swift-tools-version: 6.2
import PackageDescription

/// SwiftPM knows a package at a path by the name of its folder, which is whatever this clone is called.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// An app with a module `Auth` of its own that takes only `Validation`. The names of all of OrbitKit's modules count, so
/// its `Auth`, which this app does not import, is given another one.
let package = Package(
    name: "OwnAuth",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .target(name: "Auth"),
        .executableTarget(
            name: "OwnAuth",
            dependencies: [
                "Auth",
                .product(name: "Validation", package: orbitKit),
                .product(name: "Auth", package: orbitKit, moduleAliases: ["Auth": "OrbitAuth"]),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
