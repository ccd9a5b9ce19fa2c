// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CampusDoors",
    products: [.library(name: "Auth", targets: ["Auth"])],
    targets: [.target(name: "Auth")],
    swiftLanguageModes: [.v6]
)
