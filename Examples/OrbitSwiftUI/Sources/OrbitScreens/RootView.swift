import OrbitApp
import OrbitModels
import Presentation
import SwiftUI
import Validation

/// The app: the screen of the current route, with the words of the app's catalogue.
public struct RootView: View {
    private let app: AppModel
    @Environment(\.scenePhase) private var phase
    @State private var linkFailure: Failure?

    /// Creates the root of a scene. It launches the app, and runs the clock of its models.
    public init(app: AppModel) {
        self.app = app
    }

    public var body: some View {
        screen
            .environment(app)
            .environment(\.words, app.catalogue.words)
            .task { await app.launch() }
            .task { await app.clock.run() }
            .onChange(of: phase) {
                if phase == .background { Task { await app.enterBackground() } }
            }
            .onOpenURL { url in linkFailure = app.open(url).failure }
            .alert(app.catalogue.words(.linkTitle), isPresented: $linkFailure.isPresent, presenting: linkFailure) { _ in
                Button(app.catalogue.words(.close), role: .cancel) {}
            } message: { failure in
                Text(failure.message)
            }
    }

    @ViewBuilder private var screen: some View {
        switch (app.route, app.user) {
        case (.auth, _):
            SignInView(auth: app.auth)
        case (.profileSetup, let user?), (.profileEdit, let user?):
            ProfileFormView(profile: user.profile).environment(user)
        case (.home, let user?):
            // The next user gets other state.
            HomeView(user: user).environment(user).id(ObjectIdentifier(user))
        case (.launching, _), (.locked, _), (.arriving, _), (.profileSetup, nil), (.profileEdit, nil), (.home, nil):
            WaitingView()
        }
    }
}
