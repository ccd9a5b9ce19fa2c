import Foundation
import OrbitApp
import OrbitModels
import Presentation
import SwiftUI

/// The screen of a launch, and of an app that cannot continue, such as without a network.
struct WaitingView: View {
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words

    var body: some View {
        VStack(spacing: 16) {
            if let failure = app.failure {
                FailureText(failure)
                ActionButton(words(.tryAgain)) { await app.retry() }
                SignOutButton()
            } else {
                ProgressView()
            }
        }
        .padding()
    }
}

/// A button that signs the user out. It first asks about actions that are not sent.
struct SignOutButton: View {
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words
    @State private var isAsking = false
    @State private var failure: Failure?

    var body: some View {
        VStack {
            Button(words(.signOut), role: .destructive) {
                if app.user?.unsent.text == nil { signOut(.discard) } else { isAsking = true }
            }
            FailureText(failure)
        }
        .confirmationDialog(app.user?.unsent.text ?? "", isPresented: $isAsking, titleVisibility: .visible) {
            Button(words(.keepUnsent)) { signOut(.keep) }
            Button(words(.discardUnsent), role: .destructive) { signOut(.discard) }
        }
    }

    private func signOut(_ unsent: UnsentChoice) {
        Task {
            do {
                try await app.logout(unsent: unsent)
            } catch {
                failure = Failure(error, in: words)
            }
        }
    }
}
