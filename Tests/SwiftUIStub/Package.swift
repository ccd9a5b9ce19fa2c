// swift-tools-version: 6.2
import PackageDescription

/// Declarations of SwiftUI and PhotosUI for a type check on Linux; see `Sources/SwiftUI/View.swift`. The modules have the
/// names of the frameworks, so that the same `import` works in Xcode.
let package = Package(
    name: "SwiftUIStub",
    products: [
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "PhotosUI", targets: ["PhotosUI"]),
    ],
    targets: [
        .target(name: "SwiftUI"),
        .target(name: "PhotosUI", dependencies: ["SwiftUI"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
}
