// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit in the dependencies below. SwiftPM identifies a package at a path by the name of its folder,
/// and a clone can have any name.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(3).last.map(String.init) ?? "OrbitKit"

/// A program that plans reminders, and shows them somewhere else.
let package = Package(
    name: "RemindersOnly",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../../..")],
    targets: [
        .executableTarget(
            name: "RemindersOnly",
            dependencies: [.product(name: "NotificationScheduling", package: orbitKit)])
    ],
    swiftLanguageModes: [.v6]
)
