import Auth
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety

/// The sign-in: the address, and then the code.
@MainActor enum SignInScreen {
    static func screen(_ visit: PageVisit) -> PageScreen {
        let auth = visit.app.auth
        let isCode = auth.authState == .verification
        return PageScreen(
            visit.word(isCode ? .codeTitle : .signIn), content: isCode ? code(auth, visit) : address(auth, visit))
    }

    private static func address(_ auth: AuthViewModel, _ visit: PageVisit) -> Markup {
        let next = visit.query["next"]
        var cause = Markup.empty
        // A person who was never signed in here needs no reason.
        if case .signedOut(let reason) = visit.app.sessionState, reason != .notSignedIn, auth.failure == nil {
            cause = "<p class=\"notice\">\(visit.words(reason))</p>"
        }
        var suggestion = Markup.empty
        if let question = auth.suggestion {
            suggestion = visit.form(
                "/sign-in/suggestion", "<p>\(question) <button>\(visit.word(.useAddress))</button></p>")
        }
        return """
            \(cause)
            <p>\(visit.word(.signInHint))</p>
            \(visit.form("/sign-in/address", """
                \(visit.field(
                    visit.word(.email), "email", auth.email, type: "email", problem: auth.failure?.message,
                    attributes: " autocomplete=\"email\" required"))
                <input type="hidden" name="next" value=\(next)>
                <button class="primary">\(visit.word(.sendCode))</button>
                """))
            \(suggestion)
            """
    }

    private static func code(_ auth: AuthViewModel, _ visit: PageVisit) -> Markup {
        let wait = Int(auth.resendWait / .seconds(1))
        let style = auth.mayBeWithheld ? "notice" : "meta"
        var tries = Markup.empty
        if let left = auth.attemptsLeft {
            tries = "<p class=\"meta\">\(visit.word(.triesLeft, ["count": .integer(left)]))</p>"
        }
        let expired: Markup = auth.isCodeExpired ? "<p class=\"problem\">\(visit.word(.codeExpired))</p>" : ""
        let again =
            wait > 0
            ? "<p class=\"meta\">\(visit.word(.resendIn, ["count": .integer(wait)]))</p>" as Markup
            : visit.button(visit.word(.resend), "/sign-in/resend")
        return """
            <p class=\(style)>\(auth.codeMessage ?? "")</p>
            <p>\(name: auth.email)</p>
            \(visit.form("/sign-in/code", """
                \(visit.field(
                    visit.word(.code), "code", "", problem: auth.failure?.message,
                    attributes: " inputmode=\"numeric\" autocomplete=\"one-time-code\" required"))
                <input type="hidden" name="next" value=\(visit.query["next"])>
                <button class="primary">\(visit.word(.signIn))</button>
                """))
            \(tries)\(expired)
            <div class="actions">\(again)\(visit.button(visit.word(.otherAddress), "/sign-in/edit"))</div>
            """
    }
}

/// A page for the time in which the app can show nothing else, such as a server that does not respond.
@MainActor enum WaitingScreen {
    static func screen(_ visit: PageVisit) -> PageScreen {
        let failure = visit.app.failure
        return PageScreen(
            visit.word(failure == nil ? .loading : .waitingTitle),
            content: """
                \(visit.failure(failure))
                <div class="actions">
                <a class="button primary" href="/">\(visit.word(.tryAgain))</a>
                \(visit.button(visit.word(.signOut), "/sign-out"))
                </div>
                """)
    }
}

/// The page of a person with a suspended account.
@MainActor enum SuspensionScreen {
    static func screen(_ visit: PageVisit) -> PageScreen {
        guard let model = visit.app.suspension else { return WaitingScreen.screen(visit) }
        var end = Markup.empty
        if let until = model.until {
            end = "<p>\(visit.word(.suspendedUntil, ["date": .text(visit.dates.day(until))]))</p>"
        }
        let decisions = visit.list(model.decisions) { DecisionView.card($0, visit, level: 2) }
        var appeal = Markup.empty
        if model.isErased {
            appeal = "<p class=\"notice\">\(visit.word(.erased))</p>"
        } else if model.needsNewCode {
            appeal = """
                <p class="notice">\(visit.word(.needsNewCode))</p>
                <p><a class="button primary" href="/sign-in">\(visit.word(.sendCode))</a></p>
                """
        } else {
            if let decision = model.appealable {
                let typed = visit.keptFields(of: "/suspension/appeal")
                // The fields may be those of another person who has used this browser.
                let text = typed["decision"] == decision.id.rawValue ? typed["text"] : ""
                appeal = visit.form(
                    "/suspension/appeal",
                    """
                    <h2>\(visit.word(.appeal))</h2>
                    <input type="hidden" name="decision" value=\(decision.id.rawValue)>
                    \(visit.textArea(visit.word(.appealText), "text", text, maxLength: 2_000))
                    <button class="primary">\(visit.word(.sendAppeal))</button>
                    """)
            }
            appeal += visit.form(
                "/suspension/erase",
                """
                <h2>\(visit.word(.eraseAccount))</h2>
                <p>\(visit.word(.eraseHint))</p>
                \(visit.field(visit.word(.email), "confirmation", "", type: "email"))
                <button class="danger">\(visit.word(.eraseAccount))</button>
                """)
        }
        return PageScreen(
            visit.word(.suspendedTitle), content: "\(end)\(visit.failure(model.failure))\(decisions)\(appeal)")
    }
}
