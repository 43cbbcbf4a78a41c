public import NotesDomain

/// Somebody who keeps notes here; each account has a database of its own.
public struct Account: Hashable, Sendable {
  /// What the account is called, and its folder: lower-case letters, digits and hyphens.
  public let name: String

  /// When it was created.
  public let created: Timestamp

  /// Creates an account.
  ///
  /// - Throws: ``AccountError/invalidName(_:)`` if the name does not do for a folder.
  public init(name: String, created: Timestamp) throws(AccountError) {
    let allowed = "abcdefghijklmnopqrstuvwxyz0123456789-"
    guard (1...32).contains(name.count), name.allSatisfy(allowed.contains), name.first != "-" else {
      throw .invalidName(name)
    }
    self.name = name
    self.created = created
  }
}
