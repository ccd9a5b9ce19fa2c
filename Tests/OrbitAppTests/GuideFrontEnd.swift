import Auth
import Connections
import Foundation
import Observation
import OrbitApp
import OrbitModels
import Presentation

/// The front end of `Docs/guides/write-a-front-end.md`. It draws lines of text.
@MainActor @Observable final class GuideFrontEnd {
    private let app: AppModel
    /// The drawn lines, the latest last.
    private(set) var lines: [String] = []

    init(_ app: AppModel) { self.app = app }

    /// Draws the present route and each change of it, until the task is cancelled.
    func run() async {
        for await route in app.routes() { show(route) }
    }

    private func show(_ route: AppRoute) {
        switch route {
        case .launching: draw("One moment.")
        case .auth: draw(app.auth.authState == .emailEntry ? "Your email:" : "Your code:")
        case .locked, .arriving: draw(app.failure?.message ?? "One moment.")
        case .profileSetup, .profileEdit: draw("Your profile:")
        case .home: draw("Welcome.")
        }
    }

    /// Draws the number of received pokes, and draws it again with every poke.
    func followPokes(of user: SignedInUser) async {
        await user.pokes.incoming.load()
        for await count in changes(of: { user.pokes.incoming.items.value?.count ?? 0 }) { draw("\(count) pokes") }
    }

    /// Draws the seconds until another code may be requested, until the task is cancelled.
    func countDown() async {
        let ticking = Task { [app] in await app.clock.run() }
        defer { ticking.cancel() }
        for await wait in changes(of: { [app] in app.auth.resendWait }) { draw("\(wait.components.seconds) s") }
    }

    /// Draws the reason why an action failed, and the next step.
    func report(_ outcome: ActionOutcome) {
        guard let failure = outcome.failure else { return }
        draw(failure.message)
        switch failure.kind {
        case .unreachable, .noResponse, .unavailable: draw("Press return to try again.")
        case .limited: draw(failure.retryAt.map { "Try again at \($0)." } ?? "Try again later.")
        case .invalid: for field in failure.fields { draw("Look at \(field.path).") }
        case .conflict, .refused, .signedOut, .local: break
        }
    }

    private func draw(_ line: String) { lines.append(line) }
}
