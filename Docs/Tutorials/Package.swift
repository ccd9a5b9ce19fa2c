// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// The programs of the last steps of the tutorials. `.ci/checks/tutorials` builds and runs them.
let programs = [("first-screen", "first-screen-6"), ("front-end", "front-end-4"), ("server", "server-4")]

let package = Package(
    name: "Tutorials",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../..")],
    targets: programs.map { name, lastStep in
        .executableTarget(
            name: name,
            dependencies: [.product(name: "OrbitKit", package: orbitKit)],
            path: "OrbitKitTutorials.docc/Resources",
            exclude: ["campus.svg"],
            sources: ["\(lastStep).swift"],
            swiftSettings: [.treatAllWarnings(as: .error)])
    },
    swiftLanguageModes: [.v6]
)
