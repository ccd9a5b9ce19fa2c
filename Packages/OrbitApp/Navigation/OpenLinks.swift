public import Foundation
import OrbitModels
public import Presentation

extension AppModel {
    /// A link that waits for the home screen, and the person who may open it.
    struct PendingLink {
        private(set) var link: DeepLink?
        /// The person who may open the link; `nil` until a person signs in.
        private var owner: UserID?

        /// Stores a link in place of an earlier one.
        mutating func receive(_ link: DeepLink, for owner: UserID?) { (self.link, self.owner) = (link, owner) }

        /// Assigns the link to the person who has signed in. Removes the link of another person.
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

    /// The link that is shown once the route is `home`; `nil` without a waiting link.
    public var waitingLink: DeepLink? { pendingLink.link }

    /// Opens a URL that the system hands to the app.
    ///
    /// - Returns: `.done` if ``show(_:)`` has shown the place or the link waits for the home screen. Otherwise
    ///   `.failed` with a message for the user.
    @discardableResult
    public func open(_ url: URL) -> ActionOutcome {
        do throws(DeepLinkError) {
            show(try DeepLink(url, host: linkHost, features: features))
            return .done
        } catch {
            return .failed(Failure(.local, message: error.message(in: words), canRetry: false))
        }
    }

    /// Shows the place of a link in ``SignedInUser/navigation``. If the route is not `home`, the link waits and is
    /// shown when the route becomes `home`.
    ///
    /// A later link replaces a waiting link. Without a signed-in user, a link is for the next person who signs in.
    ///
    /// ``logout(unsent:)`` and ``eraseAccount()`` remove a waiting link, and so does the sign-in of a person who may
    /// not open it. The reason is that a link can contain the secret part of an address. The link is not removed if
    /// only the server ends the session.
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
