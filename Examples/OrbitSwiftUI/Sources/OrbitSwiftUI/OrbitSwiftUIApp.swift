import OrbitApp
import OrbitScreens
import SwiftUI

#if canImport(AppKit)
    import AppKit
#endif

/// The app over a campus in this process, or over a server whose URL is the only argument.
@main struct OrbitSwiftUIApp: App {
    @State private var app: AppModel?
    @State private var problem: String?

    init() {
        #if canImport(AppKit)
            // A program without a bundle has no window in front by default.
            NSApplication.shared.setActivationPolicy(.regular)
        #endif
    }

    var body: some Scene {
        WindowGroup {
            Group {
                if let app {
                    RootView(app: app)
                } else {
                    Text(problem ?? "…")
                }
            }
            .task {
                guard app == nil else { return }
                do {
                    app = try await Campus.app(arguments: CommandLine.arguments)
                } catch {
                    problem = "\(error)"
                }
            }
        }
    }
}
