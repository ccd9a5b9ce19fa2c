import Auth
import Foundation
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Safety

/// The pages and forms before the sign-in.
enum SignInPages {
    static let pages: [SitePage] = [
        SitePage("/sign-in", access: .signedOut, screen: SignInScreen.screen),
        SitePage(
            "/suspension", access: .signedOut,
            load: { visit in
                guard let suspension = visit.app.suspension else { return "/sign-in" }
                if suspension.decisions.items.needsLoad { await suspension.decisions.load() }
                return nil
            }, screen: SuspensionScreen.screen),
        SitePage(
            "/waiting",
            load: { visit in
                let home = visit.session.home
                return home == "/waiting" ? nil : home
            }, screen: WaitingScreen.screen),
    ]

    static let actions: [FormAction] = [
        FormAction("/sign-in/address", access: .signedOut) { visit in
            visit.app.auth.email = visit.form["email"]
            await visit.app.auth.sendCode()
            return signIn(visit)
        },
        FormAction("/sign-in/suggestion", access: .signedOut) { visit in
            visit.app.auth.acceptSuggestion()
            await visit.app.auth.sendCode()
            return signIn(visit)
        },
        FormAction("/sign-in/resend", access: .signedOut) { visit in
            await visit.app.auth.resendCode()
            return signIn(visit)
        },
        FormAction("/sign-in/edit", access: .signedOut) { visit in
            visit.app.auth.editEmail()
            return signIn(visit)
        },
        FormAction("/sign-in/code", access: .signedOut) { visit in
            visit.app.auth.verificationCode = visit.form["code"]
            await visit.app.verifyCode()
            if visit.app.suspension != nil { return "/suspension" }
            guard visit.app.route != .auth else { return signIn(visit) }
            let home = visit.session.home
            return home == "/discover" ? PagePath.local(visit.form["next"]) ?? home : home
        },
        FormAction("/suspension/appeal", access: .signedOut) { visit in
            guard let suspension = visit.app.suspension,
                let decision = suspension.decisions.known.first(where: { $0.id.rawValue == visit.form["decision"] })
            else { return "/sign-in" }
            visit.keepFields(after: await suspension.appeal(decision, visit.form["text"]))
            return "/suspension"
        },
        FormAction("/suspension/erase", access: .signedOut) { visit in
            guard let suspension = visit.app.suspension else { return "/sign-in" }
            suspension.confirmation = visit.form["confirmation"]
            if !suspension.isConfirmed { visit.note(visit.word(.confirmationDiffers), at: "/suspension") }
            await suspension.eraseAccount()
            return "/suspension"
        },
        FormAction("/sign-out") { visit in
            do {
                try await visit.app.logout()
            } catch {
                visit.session.notices["/sign-in"] = PageNotice(
                    text: Failure(error, in: visit.words).message, isFailure: true)
            }
            return "/sign-in"
        },
    ]

    /// The sign-in, which still leads to the page that the person wanted.
    @MainActor private static func signIn(_ visit: PageVisit) -> String {
        PagePath.to(["sign-in"], query: [("next", PagePath.local(visit.form["next"]) ?? "")])
    }
}
