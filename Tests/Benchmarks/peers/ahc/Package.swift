// swift-tools-version: 6.2
import PackageDescription

/// AsyncHTTPClient with the same requests as `orbit-bench http`. It is a separate package, because its build takes
/// minutes.
let package = Package(
    name: "ahc-bench",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0")],
    targets: [
        .executableTarget(
            name: "ahc-bench", dependencies: [.product(name: "AsyncHTTPClient", package: "async-http-client")])
    ],
    swiftLanguageModes: [.v6]
)
