import Auth
import Foundation
import OrbitApp
import OrbitModels
import Presentation
import Safety
import SwiftUI

/// The sign-in: the address, and then the code.
struct SignInView: View {
    @Bindable var auth: AuthViewModel
    @Environment(AppModel.self) private var app
    @Environment(\.words) private var words
    @Environment(\.locale) private var locale

    var body: some View {
        NavigationStack {
            Form {
                switch auth.authState {
                case .emailEntry: address
                case .verification, .authenticated: code
                }
                if let until = app.suspension?.until {
                    let day = until.formatted(.dateTime.day().month().year().locale(locale))
                    Text(words(.suspendedUntil, ["date": .text(day)]))
                }
            }
            .navigationTitle(words(.signIn))
        }
    }

    @ViewBuilder private var address: some View {
        Section {
            TextField(words(.email), text: $auth.email)
                .textContentType(.emailAddress)
                .autocorrectionDisabled()
                .onSubmit { Task { await auth.sendCode() } }
            FailureText(auth.failure)
            if let suggestion = auth.suggestion {
                Button(suggestion) { auth.acceptSuggestion() }
            }
            ActionButton(words(.sendCode)) { await auth.sendCode() }
                .disabled(auth.isLoading)
        } header: {
            // The reason why no user is signed in, such as the end of the session.
            if case .signedOut(let cause) = app.sessionState { Text(words(cause)) }
        } footer: {
            Text(words(.signInHint))
        }
    }

    @ViewBuilder private var code: some View {
        Section {
            TextField(words(.code), text: $auth.verificationCode)
                .textContentType(.oneTimeCode)
                .onSubmit { Task { await app.verifyCode() } }
            FailureText(auth.failure)
            if let left = auth.attemptsLeft { Text(words(.triesLeft, ["count": .integer(left)])) }
            if auth.isCodeExpired { Text(words(.codeExpired)) }
            ActionButton(words(.signIn)) { await app.verifyCode() }
                .disabled(auth.isLoading)
        } header: {
            Text(auth.email)
        } footer: {
            Text(auth.codeMessage ?? "").fontWeight(auth.mayBeWithheld ? .bold : .regular)
        }
        Section {
            resend
            Button(words(.otherAddress)) { auth.editEmail() }
        }
    }

    @ViewBuilder private var resend: some View {
        let seconds = Int(auth.resendWait / .seconds(1))
        if seconds > 0 {
            Text(words(.resendIn, ["count": .integer(seconds)])).foregroundStyle(.secondary)
        } else {
            ActionButton(words(.resend)) { await auth.resendCode() }
        }
    }
}
