// swift-tools-version: 6.2
import PackageDescription

/// The name of OrbitKit's folder, which depends on the clone. SwiftPM identifies a package at a path by its folder.
let orbitKit = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "OrbitKit"

/// A store on PostgreSQL, for several servers on one campus or many campuses on one cluster.
let package = Package(
    name: "PostgreSQLStore",
    platforms: [.macOS(.v15)],
    products: [.library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"])],
    dependencies: [.package(path: "../..")],
    targets: [
        .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "PostgreSQLStore",
            dependencies: ["CLibpq"] + ["TimeAndChance", "OrbitStore"].map { .product(name: $0, package: orbitKit) }),
        .testTarget(
            name: "PostgreSQLStoreTests",
            dependencies: ["PostgreSQLStore"]
                + ["OrbitStore", "OrbitStoreTesting"].map { .product(name: $0, package: orbitKit) }),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
