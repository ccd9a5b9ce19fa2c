import Foundation
import OrbitApp
import OrbitModels
import Profiles
import Validation

/// The files of the user: photos, and the copy of their data.
@MainActor enum UserFiles {
    private static let kinds: Set = ["photos", "own-photos", "export.json"]

    /// Whether a path is that of a file, and not of a page.
    static func has(_ path: String) -> Bool {
        path.split(separator: "/").first.map { kinds.contains(String($0)) } ?? false
    }

    /// Returns the response to a request for a file; `nil` for the path of a page.
    static func response(to path: String, in session: WebSession) async -> PageResponse? {
        guard has(path) else { return nil }
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding ?? "" }
        let kind = parts.first ?? ""
        guard let user = session.app.user else { return PageResponse(status: 404) }
        switch (kind, parts.count) {
        case ("photos", 3): return await photo(PhotoID(parts[2]), of: UserID(parts[1]), user)
        case ("own-photos", 2): return preview(Int(parts[1]), user)
        case ("export.json", 1): return archive(user)
        default: return PageResponse(status: 404)
        }
    }

    private static func photo(_ photo: PhotoID, of person: UserID, _ user: SignedInUser) async -> PageResponse {
        do {
            return image(try await user.photos.image(photo, of: person))
        } catch {
            // The person may have removed it. The page then shows its alternative text.
            return PageResponse(status: 404)
        }
    }

    private static func preview(_ id: Int?, _ user: SignedInUser) -> PageResponse {
        guard let bytes = user.profile.photos.items.first(where: { $0.id == id })?.preview else {
            return PageResponse(status: 404)
        }
        // The numbers begin again with each user, so no cache may keep them.
        return image(PhotoImage(bytes), cache: "no-store")
    }

    private static func archive(_ user: SignedInUser) -> PageResponse {
        guard let archive = user.account.archive else { return PageResponse(status: 404) }
        var response = PageResponse.file(archive, type: "application/json")
        response.headers.append(("content-disposition", "attachment; filename=\"orbit.json\""))
        return response
    }

    /// The browser keeps the photo of an account for a while, until the user signs out. Its address never gets another
    /// content.
    private static func image(_ image: PhotoImage, cache: String = "private, max-age=300") -> PageResponse {
        guard image.mediaType.hasPrefix("image/") else { return PageResponse(status: 404) }
        return .file(image.bytes, type: image.mediaType, cache: cache)
    }
}
