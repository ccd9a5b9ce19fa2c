public import Foundation
import OrbitModels
public import Presentation

extension AppModel {
    /// A link that waits for the home screen, and the person it is for.
    struct PendingLink {
        private(set) var link: DeepLink?
        /// `nil` until a person signs in.
        private var owner: UserID?

        /// Stores a link in place of an earlier one.
        mutating func receive(_ link: DeepLink, for owner: UserID?) { (self.link, self.owner) = (link, owner) }

        /// Notes who has signed in. Removes the link of another person.
        mutating func assign(to person: UserID) {
            guard link != nil else { return }
            if owner == nil { owner = person }
            if owner != person { self = PendingLink() }
        }

        /// Removes the link and returns it.
        mutating func take() -> DeepLink? {
            let link = link
            self = PendingLink()
            return link
        }
    }

    /// The link that is shown once the route is `home`; `nil` if none waits.
    public var waitingLink: DeepLink? { pendingLink.link }

    /// Opens a URL that the system hands to the app.
    ///
    /// - Returns: `.done` if ``show(_:)`` has shown the place or waits to, and else `.failed` with words.
    @discardableResult
    public func open(_ url: URL) -> ActionOutcome {
        do throws(DeepLinkError) {
            show(try DeepLink(url, host: linkHost, features: features))
            return .done
        } catch {
            return .failed(Failure(.local, message: error.message(in: words), canRetry: false))
        }
    }

    /// Shows the place of a link in ``SignedInUser/navigation``, now or once when the route becomes `home`.
    ///
    /// A later link replaces one that waits. A link that arrives while nobody is signed in is for the next person who
    /// signs in. It is removed by ``logout()`` and ``eraseAccount()``, and when another person signs in than the one it
    /// is for: a link can contain the secret part of an address. The end of the session by the server alone does not remove it.
    public func show(_ link: DeepLink) {
        pendingLink.receive(link, for: userID)
        showPendingLink()
    }

    /// Shows the waiting link if the route is `home`.
    func showPendingLink() {
        guard route == .home, let user, let link = pendingLink.take() else { return }
        user.navigation.show(link)
    }
}
