// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CampusServer",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../OrbitKit")],
    targets: [
        .executableTarget(name: "CampusServer", dependencies: [.product(name: "OrbitKit", package: "OrbitKit")])
    ]
)
