"""The texts of the demo projects, written for them: a short manual, a short contract, release notes."""

MANUAL = """\
# 云笔记使用手册

## 安装

安装之前，请确认磁盘至少有 **500 MB** 的可用空间。双击安装包，然后按照提示操作。

安装完成后，请重新启动电脑。

## 新建笔记

点击工具栏上的**新建**按钮，即可新建一条笔记。输入标题和正文后，点击**保存**按钮。笔记会自动同步到云端。

如果网络断开，笔记会先保存在本地。网络恢复后，笔记会自动同步到云端。

## 备份和恢复

建议每周备份一次数据。

要备份数据，请打开**设置**页面，选择“备份”，然后点击**开始**按钮。备份文件的扩展名为 `.cnb`。

如果备份文件丢失，数据将无法恢复。

恢复数据之前，请先关闭所有正在编辑的笔记。恢复过程大约需要 3 分钟，请勿关闭电脑。

## 常见问题

**忘记密码怎么办？** 在登录页面点击[忘记密码](https://example.org/reset)，然后按照提示重置密码。

**数据还能找回吗？** 如果备份文件丢失，数据将无法恢复。

**为什么笔记没有同步？** 请检查网络连接，然后点击工具栏上的**同步**按钮。如果问题仍然存在，请联系客服。
"""

CONTRACT = """\
软件服务合同

甲方（客户）与乙方（服务商）经友好协商，就软件服务事宜达成如下合同。

第一条 服务内容
乙方向甲方提供云笔记软件的使用权和技术支持服务。
乙方应当保证软件每月的可用时间不低于 99.5%。

第二条 费用和付款
甲方应当在本合同生效后 10 个工作日内支付服务费人民币 12,000 元。
逾期付款的，甲方应当按日支付万分之五的违约金。

第三条 保密
双方应当对在履行本合同过程中知悉的对方商业秘密予以保密。
未经对方书面同意，任何一方不得向第三方披露保密信息。

第四条 合同期限和终止
本合同自双方签字之日起生效，有效期为一年。
任何一方可以提前 30 日书面通知对方终止本合同。
合同终止后，乙方应当在 15 日内删除甲方的全部数据。

第五条 争议解决
因本合同引起的争议，双方应当协商解决。
协商不成的，任何一方可以向甲方所在地人民法院提起诉讼。
"""

RELEASE_NOTES = """\
# Cloud Notes 4.2

## New in this version

Notes can be shared by **link**. Click the **Share** button on the toolbar, and then copy the link.

Notes are synced twice as fast as before. Syncing 1,000 notes takes about 3 minutes.

You can now search all notes for a word. Press Ctrl+F, and then enter the word.

## Backup

We recommend that you back up your data once a week.

Backup files are now encrypted. If the backup file is lost, the data cannot be restored.

## Fixed

The file `notes.cnb` is no longer locked after a backup.

If the network is disconnected, notes are first saved locally. They are synced when the connection is back.

## Installation

Before installation, close all running programs and make sure that 500 MB of disk space are free.

After the installation is complete, restart your computer. If the problem persists, contact
[customer support](https://example.org/support).
"""

MEMORY = (
    ("安装之前，请关闭所有正在运行的程序。", "Before installation, close all running programs."),
    ("安装完成后，请重新启动计算机。", "After the installation is complete, restart your computer."),
    ("点击工具栏上的打开按钮，即可打开一条笔记。", "Click the Open button on the toolbar to open a note."),
    ("输入标题后，点击保存按钮。", "After entering a title, click the Save button."),
    ("如果网络断开，文件会先保存在本地。", "If the network is disconnected, files are first saved locally."),
    ("建议每天备份一次数据。", "We recommend that you back up your data once a day."),
    ("如果备份文件丢失，任务将无法恢复。", "If the backup file is lost, the task cannot be restored."),
    ("请检查网络连接，然后重试。", "Check the network connection, and then try again."),
    ("如果问题仍然存在，请联系管理员。", "If the problem persists, contact your administrator."),
    (
        "甲方应当在本合同生效后 5 个工作日内支付定金。",
        "Party A shall pay the deposit within 5 working days after this Contract takes effect.",
    ),
    (
        "未经对方书面同意，任何一方不得转让本合同。",
        "Neither party may assign this Contract without the written consent of the other party.",
    ),
    (
        "本合同自双方盖章之日起生效。",
        "This Contract takes effect on the date when both parties affix their seals.",
    ),
    (
        "合同终止后，乙方应当在 7 日内返还甲方的全部资料。",
        "After this Contract is terminated, Party B shall return all of Party A's materials within 7 days.",
    ),
)
"""Pairs that are like sentences of the two documents."""

TERMS = (
    ("云笔记", (("Cloud Notes", "preferred"),), "The product."),
    ("工具栏", (("toolbar", "preferred"), ("tool bar", "forbidden")), ""),
    ("笔记", (("note", "preferred"),), ""),
    ("备份文件", (("backup file", "preferred"),), ""),
    ("备份", (("back up", "preferred"), ("backup", "admitted")), "Two words as a verb, one as a noun."),
    ("同步", (("sync", "preferred"), ("synchronize", "admitted")), ""),
    ("客服", (("customer support", "preferred"), ("customer service", "admitted")), ""),
    ("甲方", (("Party A", "preferred"),), "The customer."),
    ("乙方", (("Party B", "preferred"),), "The service provider."),
    ("本合同", (("this Contract", "preferred"), ("this agreement", "forbidden")), ""),
    ("应当", (("shall", "preferred"), ("should", "forbidden")), "An obligation."),
    ("违约金", (("liquidated damages", "preferred"), ("penalty", "admitted")), ""),
    ("保密信息", (("confidential information", "preferred"),), ""),
)
"""A Chinese term, its English ones with their status, and a definition."""
