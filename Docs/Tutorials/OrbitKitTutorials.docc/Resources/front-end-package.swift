// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "FrontEnd",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(path: "../OrbitKit")],
    targets: [
        .executableTarget(name: "FrontEnd", dependencies: [.product(name: "OrbitKit", package: "OrbitKit")])
    ]
)
