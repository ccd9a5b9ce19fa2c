// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FirstScreen",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../OrbitKit")],
    targets: [
        .executableTarget(name: "FirstScreen", dependencies: [.product(name: "OrbitKit", package: "OrbitKit")])
    ]
)
