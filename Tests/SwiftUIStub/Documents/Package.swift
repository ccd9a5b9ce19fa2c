// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// The number of SwiftUI blocks in documents. `.ci/checks/swiftui` copies this file to a folder of the same depth, and
/// sets the number in the copy. Each block is a target, because two blocks may declare the same name.
let documents = 0

/// The package of the SwiftUI blocks. It has the settings of a new app, and none of OrbitKit's.
let package = Package(
    name: "Documents",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [
        .package(path: "../../.."), .package(path: "../../../Examples/OrbitSwiftUI"),
        .package(path: "../../../Tests/SwiftUIStub"),
    ],
    targets: (0..<documents).map { number in
        .target(
            name: "Document\(number)",
            dependencies: [
                .product(name: "OrbitKit", package: orbitKit),
                .product(name: "OrbitScreens", package: "OrbitSwiftUI"),
                .product(name: "SwiftUI", package: "SwiftUIStub"),
            ])
    },
    swiftLanguageModes: [.v6]
)
