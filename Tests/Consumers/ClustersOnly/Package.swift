// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// A page that draws points on a map, and needs no network for it.
let package = Package(
    name: "ClustersOnly",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "ClustersOnly",
            dependencies: [.product(name: "MapClustering", package: orbitKit)])
    ],
    swiftLanguageModes: [.v6]
)
